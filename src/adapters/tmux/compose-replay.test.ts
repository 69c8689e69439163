import { describe, expect, test } from 'vitest'
import { composeReplay } from './compose-replay.ts'
import { parseScreenFacts, type ScreenFacts } from './screen-facts.ts'

const PLAIN = parseScreenFacts('10,2,1,3,1,1,0,0,0,0,1,0,1,0,0,0,0,0,0,')
const replay = (changes: Partial<ScreenFacts>, rows: string[]) =>
  composeReplay({ ...PLAIN, ...changes }, rows).replaceAll('\u001b', '^')

describe('a replay', () => {
  test('is scrollback, screen and the place of the cursor', () => {
    expect(replay({}, ['old', 'a', 'b'])).toBe('^cold\r\na\r\nb^[0m^[2;4H')
  })

  test('has no background between rows', () => {
    const rows = ['\u001b[1;44mx', '', '\u001b[48;5;7my\u001b[38;2;1;2;40mz', '\u001b[0mend']
    const shown = replay({}, rows)
    expect(shown).toContain(
      '^c^[1;44mx^[49m\r\n^[44m^[49m\r\n^[44m^[48;5;7my^[38;2;1;2;40mz^[49m\r\n^[48;5;7m^[0mend^[0m',
    )
  })

  test('puts a full-screen program on the other screen', () => {
    expect(replay({ alternate_on: 1, cursor_flag: 0 }, ['old', 'a', 'b'])).toBe(
      '^cold^[0m^[?1049h^[Ha\r\nb^[0m^[2;4H^[?25l',
    )
  })

  test('sets the modes that a terminal must know', () => {
    const changes = {
      keypad_cursor_flag: 1,
      mouse_all_flag: 1,
      mouse_sgr_flag: 1,
      scroll_region_upper: 1,
      wrap_flag: 0,
    }
    expect(replay(changes, ['a', 'b'])).toBe('^ca\r\nb^[0m^[2;2r^[?1h^[?1003h^[?1006h^[?7l^[2;4H')
  })
})
