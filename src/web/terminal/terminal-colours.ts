// Colours of terminals, for both looks of the page. Each can be read on its ground; what programs choose beyond them is
// brought up to a readable contrast by the emulator.
import type { ITheme } from '@xterm/xterm'

export type Look = 'light' | 'dark'

interface Colours {
  readonly theme: ITheme
  readonly found: string
  readonly chosen: string
}

export const TERMINAL_COLOURS: Readonly<Record<Look, Colours>> = {
  light: {
    found: '#ffe9a8',
    chosen: '#ffc24b',
    theme: {
      background: '#ffffff',
      foreground: '#1a1c1e',
      cursor: '#2150b8',
      cursorAccent: '#ffffff',
      selectionBackground: '#bcd0f7',
      selectionForeground: '#1a1c1e',
      black: '#1a1c1e',
      red: '#a8231b',
      green: '#15693b',
      yellow: '#7d4f00',
      blue: '#2150b8',
      magenta: '#8a2a86',
      cyan: '#0b6271',
      white: '#585e64',
      brightBlack: '#585e64',
      brightRed: '#b3261e',
      brightGreen: '#157040',
      brightYellow: '#805300',
      brightBlue: '#2a5fd0',
      brightMagenta: '#9b3297',
      brightCyan: '#0c6a7a',
      brightWhite: '#33373b',
    },
  },
  dark: {
    found: '#5a4a1c',
    chosen: '#8a6a12',
    theme: {
      background: '#0c0e10',
      foreground: '#e3e6e9',
      cursor: '#93b5ff',
      cursorAccent: '#0c0e10',
      selectionBackground: '#2f4a80',
      selectionForeground: '#ffffff',
      black: '#7d858d',
      red: '#ff958d',
      green: '#62cf93',
      yellow: '#e8b961',
      blue: '#93b5ff',
      magenta: '#e3a1e0',
      cyan: '#6fcfdf',
      white: '#d6dade',
      brightBlack: '#949ca4',
      brightRed: '#ffb0aa',
      brightGreen: '#86dfae',
      brightYellow: '#f3cd85',
      brightBlue: '#b3caff',
      brightMagenta: '#efbdec',
      brightCyan: '#97e0ec',
      brightWhite: '#ffffff',
    },
  },
}
