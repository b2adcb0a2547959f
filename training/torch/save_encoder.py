"""save_encoder.py FOLDER OUT: model.safetensors of a BERT encoder as int8 parts OUT.0.npz ... that can be carried (MiniLM: 22 MB)."""
import os
import shutil
import sys

from safetensors.numpy import load_file

import encoder

folder, out = sys.argv[1:3]
encoder.save(encoder.from_hugging_face(load_file(os.path.join(folder, "model.safetensors"))), out)
shutil.copy(os.path.join(folder, "tokenizer.json"), os.path.join(os.path.dirname(out) or ".", "tokenizer.json"))
