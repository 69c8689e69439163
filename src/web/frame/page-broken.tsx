// In the place of a part of the page that failed while it was drawn. The frame around it still works, and the server has been told.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'

export function PageBroken({ error }: Pick<ErrorComponentProps, 'error'>) {
  return (
    <div role="alert" className="grid max-w-prose justify-items-start gap-3 py-3 text-sm">
      <h1 className="text-base font-semibold">This page stopped working</h1>
      <p className="text-quiet">
        The error was reported; Health shows it under Alerts. Other pages are not affected.
      </p>
      <pre className="max-w-full overflow-x-auto rounded bg-raised p-2 text-xs whitespace-pre-wrap">
        {error instanceof Error ? error.message : String(error)}
      </pre>
      <Button onClick={() => location.reload()}>Load the page again</Button>
    </div>
  )
}
