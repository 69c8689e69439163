export function isUnder({ path }: { readonly path: string }, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => path.startsWith(prefix))
}
