// From any text to a name that is safe as a file's everywhere, with its ending kept.
const NAME_MAX_CHARS = 80

export function nameFile(text: string): string {
  const safe = text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/\.{2,}/g, '.')
  const short = safe.length > NAME_MAX_CHARS ? safe.slice(-NAME_MAX_CHARS) : safe
  return short.replace(/^[^A-Za-z0-9]+/, '') || 'file'
}
