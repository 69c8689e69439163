// A plain program takes what it is sent for commands; one that runs elsewhere comes for its mail and reads it.
export function canRead({
  runtime,
  elsewhere,
}: {
  readonly runtime: string
  readonly elsewhere: object | null
}): boolean {
  return runtime !== 'shell' || elsewhere !== null
}
