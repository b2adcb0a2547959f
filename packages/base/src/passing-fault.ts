/** A fault that a retry may cure: the connection broke, the server was busy, the body stopped half-way. */
export class PassingFault extends Error {
  override readonly name = "PassingFault";
  constructor(
    message: string,
    /** Milliseconds that the server asked us to wait. */
    readonly wait: number | undefined = undefined,
  ) {
    super(message);
  }
}
