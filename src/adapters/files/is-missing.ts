// Tells that there is no such file from every other failure, which is no absence (P9).
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
