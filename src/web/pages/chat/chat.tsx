// To come.
export function Chat() {
  return <h1>Chat</h1>
}
