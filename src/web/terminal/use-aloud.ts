// Whether terminals are read out by a screen reader: costs time at each line, so it is for those who want it.
import { useState } from 'react'

const KEY = 'cmux.terminal-aloud'

export function useAloud(): [isAloud: boolean, setAloud: (isAloud: boolean) => void] {
  const [isAloud, setState] = useState(() => localStorage.getItem(KEY) === 'yes')
  return [
    isAloud,
    (next) => {
      localStorage.setItem(KEY, next ? 'yes' : 'no')
      setState(next)
    },
  ]
}
