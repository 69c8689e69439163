// Writes the files of a commit into a folder of their own, from the checkout's objects, with an index of one's own.
import { mkdirSync } from 'node:fs'
import { runGit } from './run-git.ts'

export async function exportTree(checkout: string, commit: string, folder: string): Promise<void> {
  const index = `${folder}.index`
  mkdirSync(folder, { recursive: true })
  await runGit(checkout, ['read-tree', commit], { index })
  await runGit(checkout, ['checkout-index', '--all', '--force', `--prefix=${folder}/`], { index })
}

/** How much that will be. */
export async function measureTree(checkout: string, commit: string): Promise<number> {
  const rows = await runGit(checkout, ['ls-tree', '-r', '-z', '--long', commit])
  // mode, type, object and size, then a tab and the path
  return rows.split('\0').reduce((sum, row) => sum + (Number(row.split('\t')[0]?.split(/\s+/)[3]) || 0), 0)
}
