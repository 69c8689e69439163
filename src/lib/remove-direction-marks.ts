// Takes invisible marks out of text that turn the order of characters around, so that a line reads as it is. Letters of scripts that run
// from right to left stay, and so do the joiners that emoji are made with.

const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export function removeDirectionMarks(text: string): string {
  return text.replaceAll(MARKS, '')
}
