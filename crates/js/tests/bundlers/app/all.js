import * as utflane from "utflane";
import * as detection from "utflane/detect";
import * as eastAsia from "utflane/east-asia";
import * as utf from "utflane/utf";
import * as inline from "utflane/inline";
import { check } from "./check.js";

// The package is used as soon as it is imported.
export const found = check({ utflane, inline, eastAsia, detection, utf });
