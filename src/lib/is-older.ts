/** By numbers: `0.9.0` is older than `0.10.0`. */
export function isOlder(version: string, oldest: string): boolean {
  const [found, wanted] = [version, oldest].map((text) => text.split('.').map(Number))
  const place = wanted?.findIndex((part, index) => part !== (found?.[index] ?? 0)) ?? -1
  return place >= 0 && (found?.[place] ?? 0) < (wanted?.[place] ?? 0)
}
