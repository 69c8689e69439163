/** How a process ended, in words. A shell or a sandbox between us and it says 128+n for signal n. */
export function describeEnd({ status, signal }: { status: number | null; signal: number | null }): string {
  if (signal !== null) return `ended by signal ${signal}`
  if (status === null) return 'ended, nobody knows how'
  return status > 128 && status < 193 ? `ended by signal ${status - 128}` : `ended with status ${status}`
}
