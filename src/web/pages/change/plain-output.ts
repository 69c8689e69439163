// What a check printed, as plain text: colours and moves of a terminal are left out, and whatever else can't be seen is written out.
import { printable } from '../../../lib/printable.ts'

// oxlint-disable-next-line no-control-regex -- that is what is looked for
const SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g

export function plainOutput(text: string): string {
  return printable(text.replaceAll(SEQUENCES, '').replaceAll(/\r\n?/g, '\n'))
}
