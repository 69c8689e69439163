// Fields of what a tool was given, without believing anything of it.

/** The first of these fields that is a text with something in it. */
export function textIn(input: unknown, fields: readonly string[]): string | undefined {
  return fields.map((field) => fieldIn(input, field)).find(isText)
}

export function listIn(input: unknown, field: string): readonly unknown[] | undefined {
  const value = fieldIn(input, field)
  return Array.isArray(value) ? value : undefined
}

function fieldIn(input: unknown, field: string): unknown {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, field)) return undefined
  return (input as Readonly<Record<string, unknown>>)[field]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
