"""Small models of our own, on onnxruntime."""
