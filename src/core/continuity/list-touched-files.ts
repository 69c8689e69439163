// The files that an agent's tools wrote, by its conversation. Pure.
import type { ConversationEntry } from '../../protocol/messages/conversation.ts'
import { writtenPaths } from './written-paths.ts'

/** By path: the tools that wrote it, each once. What failed wrote nothing. */
export function listTouchedFiles(
  entries: readonly ConversationEntry[],
  folder: string,
): ReadonlyMap<string, readonly string[]> {
  const failed = new Set(
    entries.flatMap(({ kind, tool }) => (kind === 'result' && tool?.failed === true ? [tool.id] : [])),
  )
  const touched = new Map<string, string[]>()
  for (const { kind, tool } of entries) {
    if (kind !== 'tool' || tool === null || failed.has(tool.id)) continue
    for (const path of writtenPaths(tool.name, tool.input, folder)) {
      const tools = touched.get(path) ?? []
      touched.set(path, tools.includes(tool.name) ? tools : [...tools, tool.name])
    }
  }
  return touched
}
