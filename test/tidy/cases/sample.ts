import type { Sample } from './proof.ts'

export function sample(path: string, ...lines: readonly string[]): Sample {
  return { path, text: `${lines.join('\n')}\n` }
}
