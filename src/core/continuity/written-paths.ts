// Which files a use of a tool writes, as far as its input names them. What a shell command does to files is git's to say.
import { joinPath, isInside, normalizePath } from '../../lib/join-path.ts'
import { findTool } from '../rules/find-tool.ts'
import { readPatchPaths } from '../rules/patch-paths.ts'
import { textIn } from './brief/text-in.ts'

const PATH_FIELDS = ['file_path', 'filePath', 'notebook_path', 'absolute_path', 'path']
const PATCH_FIELDS = ['input', 'patch', 'patchText', 'patch_text', 'command', 'cmd']
const PATCH_BEGINS = '*** Begin Patch'

/** Inside of the folder relative to it, else absolute. */
export function writtenPaths(tool: string, input: unknown, folder: string): string[] {
  return namedPaths(tool, input).map((path) => placeIn(folder, path))
}

function namedPaths(tool: string, input: unknown): string[] {
  // Which runtime it is makes no difference for tools that write.
  const row = findTool(tool, 'claude')
  if (row.does === 'path') return row.kind === 'write' ? [textIn(input, PATH_FIELDS) ?? []].flat() : []
  if (row.does === 'plain') return []
  const patch = typeof input === 'string' ? input : (textIn(input, PATCH_FIELDS) ?? '')
  if (row.does === 'shell' && !patch.includes(PATCH_BEGINS)) return []
  return (readPatchPaths(patch) ?? []).map(({ path }) => path)
}

function placeIn(folder: string, path: string): string {
  const whole = normalizePath(joinPath(folder, path.replace(/^file:\/\//, '')))
  return whole !== folder && isInside(whole, folder) ? whole.slice(folder.length + 1) : whole
}
