// Which names a rotation gives to one log: app.log, app.log.1, app.log-20260102, app.2026-01-02.log, app.log.old are one family.

/** A number or a date with what sets it apart. */
const NUMBERS = /[._-]\d[\d._T:-]*(?=$|[._-])/g
const AGE = /\.(?:old|bak|prev|orig)(?=$|\.)/g
const PACKED = /\.(?:gz|xz|bz2|zst|zip|lz4|Z)$/

export function familyOf(path: string): string {
  const cut = path.lastIndexOf('/') + 1
  return path.slice(0, cut) + path.slice(cut).replaceAll(NUMBERS, '').replaceAll(AGE, '')
}

/** What is packed can't be read as lines. */
export const isPacked = (path: string): boolean => PACKED.test(path)

/** Whether that is how a copy of a log is called: app.log becomes app.log.1 or app-20260102.log, never the other way round. */
export function isCopyName(path: string, of: string): boolean {
  return path !== of && (path.startsWith(of) || familyOf(path) === of)
}
