/** Tests and measurements: they may do what the product may not, such as start processes. */
export function isTest({ path }: { readonly path: string }): boolean {
  return /^(test|bench)\//.test(path) || /\.test\.[cm]?[jt]sx?$/.test(path)
}
