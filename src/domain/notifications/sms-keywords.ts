/** What somebody answers to a text message of ours: the words that carriers know, and their Spanish ones. */
const STOP = ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'alto', 'parar', 'basta']
const START = ['start', 'unstop', 'yes', 'alta', 'si', 'sí']

/** Null for anything that is not just the word. */
export function readSmsAnswer(text: string): 'stop' | 'start' | null {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[\s.!-]/g, '')
  if (STOP.includes(word)) return 'stop'
  return START.includes(word) ? 'start' : null
}
