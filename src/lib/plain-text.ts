// From what a terminal is fed to what a person could read of it in a log: no colours, no cursor, no titles, no clipboard.

// CSI, OSC and other strings up to their end, then two-character escapes.
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]/g

/** Cursor movements are lost: a program that draws its whole screen does not read well like this. */
export function plainText(text: string): string {
  return text.replaceAll(SEQUENCES, '').replaceAll('\r\n', '\n').replaceAll('\r', '\n')
}
