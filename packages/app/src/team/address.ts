import { changeJsonFile, type JsonFile, readJsonFile } from "@plotline/corpus/node";
import { z } from "zod";

const server = z.object({ address: z.string() });
const serverFile: JsonFile<z.infer<typeof server>> = {
  path: "team/server.json",
  schema: server,
  empty: { address: "http://127.0.0.1:4747" },
};

/** Where the corpus was last served, for links that are made on the command line. */
export async function lastAddress(folder: string): Promise<string> {
  return (await readJsonFile(folder, serverFile)).address;
}

export async function rememberAddress(folder: string, address: string): Promise<void> {
  await changeJsonFile(folder, serverFile, (now) => (now.address === address ? now : { address }));
}
