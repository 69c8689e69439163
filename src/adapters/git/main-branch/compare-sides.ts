// The call of git that says what a move from one commit to another touches; `parse-changes.ts` reads the answer.

export function compareSides({ from, to }: { readonly from: string; readonly to: string }): string[] {
  const args = ['diff-tree', '-r', '--no-renames', '--full-index', '--ignore-submodules=none']
  return [...args, '--raw', '--numstat', '-z', from, to]
}
