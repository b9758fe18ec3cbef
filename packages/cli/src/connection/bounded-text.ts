/**
 * Reads the text of a response.
 *
 * @throws Error if it has more than `max` bytes after decompression.
 */
export async function boundedText(response: Response, max: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the response.
    if (size > max) throw new Error(`The response is larger than ${max} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
