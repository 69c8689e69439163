// Light, dark, or as the system has it.
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { applyTheme, readTheme, THEMES, type Theme } from './theme.ts'

const ICONS: Readonly<Record<Theme, IconName>> = { system: 'screen', light: 'sun', dark: 'moon' }

export function ThemeButton() {
  const [theme, setTheme] = useState(readTheme)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <Button
      look="bare"
      className="max-sm:hidden"
      aria-label={`theme: ${theme}; change to ${next}`}
      onClick={() => {
        applyTheme(next)
        setTheme(next)
      }}
    >
      <Icon name={ICONS[theme]} />
    </Button>
  )
}
