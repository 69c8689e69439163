// A note about a change for people: the login of a dashboard says nothing to anybody, and nothing in it turns a line around. Pure.
import { printable } from '../../lib/printable.ts'

const LOGIN = /\bhuman:tok_[0-9a-z]{26}\b/g

export function sayNote(note: string): string {
  return printable(note.replaceAll(LOGIN, 'a person'))
}
