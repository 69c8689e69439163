/** Marks a branch that the types rule out; reaching it means that a value lied about its type. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected value ${JSON.stringify(value)}`)
}
