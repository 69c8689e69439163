// To come.
export function Tasks() {
  return <h1>Tasks</h1>
}
