// Assertions for Node.js and browsers, and reproducible random numbers.

function fail(message) {
  throw new Error(message);
}

export function isTrue(value, what) {
  if (value !== true) fail(`${what}: ${String(value)}`);
}

function shown(value) {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 200 ? `${text.slice(0, 200)}... (${text.length})` : text;
}

export function equal(found, expected, what) {
  if (!Object.is(found, expected)) fail(`${what}: ${shown(found)}, not ${shown(expected)}`);
}

export function sameBytes(found, expected, what) {
  isTrue(found instanceof Uint8Array, `${what} is a Uint8Array`);
  const at = Array.prototype.findIndex.call(found, (byte, index) => byte !== expected[index]);
  if (at >= 0 || found.length !== expected.length) {
    fail(`${what}: [${shown(found)}], not [${shown(expected)}]`);
  }
}

/** Checks that `call` throws an error of this class with these properties, and returns it. */
export function throws(call, type, properties, what) {
  let value;
  try {
    value = call();
  } catch (error) {
    return isError(error, type, properties, what);
  }
  fail(`${what}: ${shown(value)}, not an error`);
}

export function isError(error, type, properties, what) {
  if (!(error instanceof type)) fail(`${what}: ${error?.stack ?? error}`);
  for (const [name, value] of Object.entries(properties))
    equal(error[name], value, `${what}: ${name}`);
  return error;
}

export async function rejects(promise, type, properties, what) {
  let value;
  try {
    value = await promise;
  } catch (error) {
    return isError(error, type, properties, what);
  }
  fail(`${what}: ${shown(value)}, not an error`);
}

/** Returns a function for integers from 0 up to a bound, exclusive (Marsaglia's 32-bit xorshift).
 * */
export function randomNumbers(seed) {
  let state = seed;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}
