// Finds the ids of requirements that a title quotes: `[P1] [H8] …` or `[P1, H8] …`.
const QUOTED = /\[([A-Z]\d+(?:[, ]+[A-Z]\d+)*)\]/g

export function quotedIds(title: string): string[] {
  return [...title.matchAll(QUOTED)].flatMap(([, ids = '']) => ids.split(/[, ]+/))
}
