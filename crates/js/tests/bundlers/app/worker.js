import { found } from "./all.js";

self.onmessage = ({ data }) => self.postMessage(data === "first" ? found : `a message: ${data}`);
