/**
 * A drawing as it may stand in a document. Sent before the script is there, a form goes nowhere: what was typed into it
 * belongs into no address. Styles of single elements are a script's to set; the content policy lets no document have any.
 */
export function asDocument(drawn: string): string {
  // No text and no other attribute has such a quote: React writes it as an entity.
  return drawn.replaceAll('<form ', '<form method="dialog" ').replaceAll(/ style="[^"]*"/g, '')
}
