// Whether edits fit the tree that they are meant for. Pure; all that is wrong is said at once, so that nobody has to guess.
import type { Edit } from '../../../protocol/changes/change.ts'
import { checkPath } from './check-path.ts'

/** Every file of the tree with its mode, as git has them. */
export type Tree = ReadonlyMap<string, string>

const isPlainFile = (mode: string | undefined) => mode?.startsWith('100') === true

export function checkEdits(edits: readonly Edit[], tree: Tree, announced?: readonly string[]): string[] {
  const folded = new Map([...tree.keys()].map((path) => [fold(path), path]))
  const seen = new Set<string>()
  return edits.flatMap((edit) => {
    const { file } = edit
    const isRepeated = seen.has(fold(file))
    seen.add(fold(file))
    const wrong =
      checkPath(file) ??
      (isRepeated ? 'is named twice' : undefined) ??
      (announced?.includes(file) === false ? 'is not one of the targetFiles' : undefined) ??
      checkParents(file, tree) ??
      checkTarget(edit, tree, folded)
    return wrong === undefined ? [] : [`${file} ${wrong}`]
  })
}

/** As file systems do that don't tell large from small letters. */
const fold = (path: string) => path.normalize('NFC').toLowerCase()

/** What is below a link or a file would be somewhere else, or nowhere. */
function checkParents(file: string, tree: Tree): string | undefined {
  const segments = file.split('/')
  for (let end = 1; end < segments.length; end += 1) {
    const parent = segments.slice(0, end).join('/')
    if (tree.has(parent)) return `is below ${parent}, which is no folder`
  }
  return undefined
}

function checkTarget(
  { file, type }: Edit,
  tree: Tree,
  folded: ReadonlyMap<string, string>,
): string | undefined {
  const mode = tree.get(file)
  const twin = folded.get(fold(file))
  if (type === 'create') {
    if (mode !== undefined) return 'is there already: modify it'
    if (twin !== undefined) return `differs from ${twin} in nothing but large and small letters`
    return isFolder(file, tree) ? 'is a folder' : undefined
  }
  if (mode === undefined) return isFolder(file, tree) ? 'is a folder: name its files' : 'is not there'
  return type === 'modify' && !isPlainFile(mode) ? 'is no plain file, so it has no text to change' : undefined
}

function isFolder(file: string, tree: Tree): boolean {
  return [...tree.keys()].some((path) => path.startsWith(`${file}/`))
}
