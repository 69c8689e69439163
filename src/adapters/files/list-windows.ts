// What models can read at once: as the person says, and then the list that comes with cmux.
import type { WindowList } from '../../core/continuity/compaction/measure-context.ts'
import builtIn from './windows.json' with { type: 'json' }

export function listWindows(own: Readonly<Record<string, number>>): WindowList {
  return [...Object.entries(own).map(([model, tokens]) => ({ model, tokens })), ...builtIn.windows]
}
