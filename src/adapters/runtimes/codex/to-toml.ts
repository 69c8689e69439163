// Values as TOML on one line, for Codex's `-c key=value`. A string of JSON is one of TOML, but for two kinds of characters.

export type Toml = string | number | boolean | readonly Toml[] | { readonly [key: string]: Toml }

export function toToml(value: Toml): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(toToml).join(',')}]`
  return `{${Object.entries(value)
    .map(([key, inner]) => `${quote(key)}=${toToml(inner)}`)
    .join(',')}}`
}

/** TOML has no half of a surrogate pair, and escapes DEL. */
function quote(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\u007f', '\\u007f')
}
