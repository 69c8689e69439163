// A name that can stand in paths, refs and addresses, out of any text.
const NAME_MAX_CHARS = 32

/** `My App (v2)` becomes `my-app-v2`; undefined when nothing is left that could be a name. */
export function nameFromText(text: string): string | undefined {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
  return words.slice(0, NAME_MAX_CHARS).replace(/-+$/, '') || undefined
}
