// The terminals that are chosen, in the address.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { readShown } from './read-shown.ts'

interface Shown {
  readonly shown: readonly string[]
  readonly add: (name: string) => void
  readonly drop: (name: string) => void
}

export function useShown(): Shown {
  const { show } = useSearch({ from: '/terminals' })
  const navigate = useNavigate()
  const shown = readShown(show)
  const choose = (names: readonly string[]) =>
    void navigate({
      to: '/terminals',
      search: (old) => ({ ...old, show: names.length === 0 ? undefined : names.join(',') }),
      replace: true,
    })
  return {
    shown,
    add: (name) => choose([...shown, name]),
    drop: (name) => choose(shown.filter((one) => one !== name)),
  }
}
