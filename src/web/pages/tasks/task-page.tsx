// To come.
export function TaskPage() {
  return <h1>TaskPage</h1>
}
