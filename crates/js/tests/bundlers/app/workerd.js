// Without `utflane/inline`, because workerd does not compile WebAssembly at run time.
import * as utflane from "utflane";
import * as detection from "utflane/detect";
import * as eastAsia from "utflane/east-asia";
import * as utf from "utflane/utf";
import { check } from "./check.js";

const found = check({ utflane, eastAsia, detection, utf });
export default { fetch: () => new Response(found) };
