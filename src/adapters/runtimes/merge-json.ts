// Puts our keys into somebody's JSON: tables into tables, lists united, everything else of theirs as it was.
type Json = Readonly<Record<string, unknown>>

export function mergeJson(theirs: Json, ours: Json): Json {
  const merged = Object.entries(ours).map(([key, value]) => [key, mergeValue(theirs[key], value)] as const)
  return { ...theirs, ...Object.fromEntries(merged) }
}

function mergeValue(theirs: unknown, ours: unknown): unknown {
  if (Array.isArray(theirs) && Array.isArray(ours)) return [...new Set<unknown>([...theirs, ...ours])]
  return isTable(theirs) && isTable(ours) ? mergeJson(theirs, ours) : ours
}

function isTable(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
