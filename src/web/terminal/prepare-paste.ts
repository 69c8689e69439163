// Text from the clipboard as it may go into a terminal: nothing in it can end the paste and go on as keys.

// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

export function preparePaste(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROLS, '').toWellFormed()
}
