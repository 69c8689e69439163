// What an event says in one of its fields, as text; nothing when it says something else.
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
