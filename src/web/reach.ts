/** Whether the last call had an answer. A network may be there and bring nothing: then the pages speak as if it were not. */
let hasAnswer = true
const listeners = new Set<() => void>()

export function noteAnswer(isThere: boolean): void {
  if (isThere === hasAnswer) return
  hasAnswer = isThere
  for (const listener of listeners) listener()
}

export function isAnswered(): boolean {
  return hasAnswer
}

export function subscribeToAnswers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
