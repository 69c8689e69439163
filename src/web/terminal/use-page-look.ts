// Whether the page is light or dark right now: by what a person chose, else by the system.
import { useSyncExternalStore } from 'react'
import type { Look } from './terminal-colours.ts'

const system = () => window.matchMedia('(prefers-color-scheme: dark)')

export function usePageLook(): Look {
  return useSyncExternalStore(subscribe, readLook)
}

function readLook(): Look {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'light' || chosen === 'dark') return chosen
  return system().matches ? 'dark' : 'light'
}

function subscribe(onChange: () => void): () => void {
  const chosen = new MutationObserver(onChange)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const media = system()
  media.addEventListener('change', onChange)
  return () => {
    chosen.disconnect()
    media.removeEventListener('change', onChange)
  }
}
