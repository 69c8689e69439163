// Whether a change may name a path at all. What could be somewhere else, or something else, on another file system is refused.

const SEGMENT_MAX_BYTES = 255
/** Controls, and what makes a name look like another one: marks of direction, invisible characters. */
const DECEIVING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\ufffd]/u
/** Names that Windows takes for devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i
/** `.git` as git, macOS and Windows know it. */
const GIT = /^(\.git|git~[0-9]+)[ .]*(::.*)?$/i

/** Undefined when nothing is wrong; else what is, as the end of a sentence that begins with the path. */
export function checkPath(path: string): string | undefined {
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is not relative to the project'
  if (path.includes('\\')) return 'has a backslash, which is a separator elsewhere'
  if (DECEIVING.test(path)) return 'has characters that nobody sees'
  if (path !== path.normalize('NFC')) return 'is written in a form that other machines change (not NFC)'
  for (const segment of path.split('/')) {
    const wrong = checkSegment(segment)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

function checkSegment(segment: string): string | undefined {
  if (segment === '' || segment === '.') return 'has an empty part'
  if (segment === '..') return 'leads out of the project'
  if (GIT.test(segment)) return 'is a part of git itself'
  if (DEVICE.test(segment)) return 'is the name of a device on some machines'
  if (/[ .]$/.test(segment)) return 'ends with a dot or a blank, which some machines drop'
  if (new TextEncoder().encode(segment).length > SEGMENT_MAX_BYTES) return 'has a part that is too long'
  return undefined
}
