// Writes the files of a commit into a folder of their own, from the checkout's objects, with an index of one's own.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runGit } from './run-git.ts'

export async function exportTree(checkout: string, commit: string, folder: string): Promise<void> {
  const index = join(`${folder}.index`, 'index')
  mkdirSync(folder, { recursive: true })
  mkdirSync(dirname(index), { recursive: true })
  await runGit(checkout, ['read-tree', commit], { index })
  const args = ['checkout-index', '--all', '--force', `--prefix=${folder}/`]
  await runGit(checkout, args, { index, fills: [folder] })
}

/** How much that will be. */
export async function measureTree(checkout: string, commit: string): Promise<number> {
  const rows = await runGit(checkout, ['ls-tree', '-r', '-z', '--long', commit])
  // mode, type, object and size, then a tab and the path
  return rows.split('\0').reduce((sum, row) => sum + (Number(row.split('\t')[0]?.split(/\s+/)[3]) || 0), 0)
}
